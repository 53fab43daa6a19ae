import './motion.module.css';

export { RecordingBar } from './recordingBar.tsx';
export { RunSettingChoices } from './runSettingChoices.tsx';
export { RunSettingsForm } from './runSettingsForm.tsx';
/** Components for poses, targets and time, loaded together after the first picture. */
export { SceneLegend } from './sceneLegend.tsx';
export { StartPoseSection } from './startPoseSection.tsx';
export { TargetList } from './targetList.tsx';
