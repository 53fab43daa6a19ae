import type { MapSpec } from '../../../study/maps/mapPlane.ts';
import type { Page } from '../../page.ts';
import type { MapScene } from './mapBoard.ts';

interface MapExportProps {
  readonly page: Page;
  readonly mapped: MapScene;
  readonly spec: MapSpec;
}

export function MapExport(_: MapExportProps) {
  return null;
}
