import './motion.module.css';

/** Components for poses, targets and time, loaded together after the first picture. */
export { SceneLegend } from './legend.tsx';
export { RunSettingsForm } from './paceForm.tsx';
export { RecordingBar } from './recordingBar.tsx';
export { RunSettingChoices } from './runPicks.tsx';
export { StartPoseSection } from './startPose.tsx';
export { TargetList } from './targetList.tsx';
