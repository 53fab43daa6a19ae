/** What has to do with targets and time; loaded after the first picture, all at once. */
export { Pace } from './pace.tsx';
export { Picks } from './picks.tsx';
export { RecordingBar } from './recordingBar.tsx';
export { TargetList } from './targetList.tsx';

import './motion.css';

export { StartPose } from './startPose.tsx';
