import './motion.module.css';

/** Components for poses, targets and time, loaded together after the first picture. */
export { SceneLegend } from './legend.tsx';
export { RunPaceForm } from './paceForm.tsx';
export { RecordingBar } from './recordingBar.tsx';
export { RunChoices } from './runPicks.tsx';
export { StartPoseSection } from './startPose.tsx';
export { TargetList } from './targetList.tsx';
