/** Whether this browser can encode video; checked without loading the encoder's library. */
export async function canRecordVideo(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined' || typeof VideoFrame === 'undefined') return false;
  const config = { codec: 'vp8', width: 480, height: 300 };
  return (await VideoEncoder.isConfigSupported(config)).supported === true;
}
