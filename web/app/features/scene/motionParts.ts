import './motion.module.css';

/** Components for poses, targets and time, loaded together after the first picture. */
export { Legend } from './legend.tsx';
export { PaceForm } from './paceForm.tsx';
export { RecordingBar } from './recordingBar.tsx';
export { RunChoices } from './runPicks.tsx';
export { StartPose } from './startPose.tsx';
export { TargetList } from './targetList.tsx';
