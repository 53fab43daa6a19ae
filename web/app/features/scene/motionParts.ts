import './motion.module.css';

/** What has to do with poses, targets and time; loaded after the first picture, all at once. */
export { Legend } from './legend.tsx';
export { Pace } from './paceForm.tsx';
export { RecordingBar } from './recordingBar.tsx';
export { Picks } from './runPicks.tsx';
export { StartPose } from './startPose.tsx';
export { TargetList } from './targetList.tsx';
