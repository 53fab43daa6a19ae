import { afterEach, expect, test, vi } from 'vitest';
import { StagePoses } from './stagePoses.ts';

afterEach(() => void vi.doUnmock('./posePictures.ts'));

test('returns no picture when its code does not load, and tries again', async () => {
  const order = vi.fn();
  let isOffline = true;
  vi.doMock('./posePictures.ts', () => {
    if (isOffline) throw new Error('no network');
    return {
      PosePictures: class {
        order = order;
      },
    };
  });
  const state = { resources: {} };
  const poses = new StagePoses(state as never, {} as never, {} as never, {} as never, () => {});
  const draw = () => poses.drawPicture([0], { width: 9, height: 9 }, {});
  expect(await draw()).toBeNull();
  isOffline = false;
  await draw();
  expect(order).toHaveBeenCalledOnce();
});
