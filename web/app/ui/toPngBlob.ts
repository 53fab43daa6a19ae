import { threadActivity } from '@iklab/core/time';

export const toPngBlob = (canvas: HTMLCanvasElement): Promise<Blob> =>
  threadActivity.track(
    'picture',
    new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob) resolve(blob);
        else reject(new Error('the browser could not create an image of the canvas'));
      }, 'image/png');
    }),
  );
