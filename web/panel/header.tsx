import { useRef } from 'preact/hooks';
import { scenarioPreset, scenarioPresetIds } from '../scenario/presets.ts';
import { Icon, IconButton, Logo } from './icon.tsx';
import { type Item, Menu } from './menu.tsx';
import { Modes, openMethods } from './modes.tsx';
import type { Page } from './page.ts';

/** The name of the scene with the scenes to open, undo and redo, Share, and what else there is. */
export function Header({ page }: { page: Page }) {
  const { editor } = page.desk;
  const inScene = page.looks.method.value === null;
  return (
    <header class="top">
      <h1>
        <Logo />
        <span>IK Lab</span>
      </h1>
      {inScene && (
        <Menu class="scene-name" items={scenes(page)}>
          <span>{editor.scenario.value.name || 'Scene without a name'}</span>
          <Icon name="down" size={14} />
        </Menu>
      )}
      <Modes page={page} />
      {inScene && <Tools page={page} />}
    </header>
  );
}

/** What can be done with the scene. */
function Tools({ page }: { page: Page }) {
  const { editor } = page.desk;
  const file = useRef<HTMLInputElement>(null);
  const [undoes, redoes] = [editor.undoes.value, editor.redoes.value];
  const more: Item[] = [
    { label: 'About the methods', act: () => openMethods(page) },
    {
      label: 'Edit as text',
      act: () => {
        page.looks.asked.value = 'text';
      },
    },
    { label: 'Open a file', act: () => file.current?.click() },
    {
      label: 'Reset all',
      note: 'Alt+R',
      disabled: !editor.changed.value,
      act: () => page.desk.editor.resetAll(),
    },
    {
      label: 'Keys',
      note: '?',
      act: () => {
        page.looks.asked.value = 'keys';
      },
    },
  ];
  return (
    <div class="tools">
      <IconButton
        name="Undo"
        icon="undo"
        title={undoes ? `Undo: ${undoes} (Ctrl+Z)` : 'Nothing to undo'}
        disabled={undoes === null}
        press={() => page.desk.editor.undo()}
      />
      <IconButton
        name="Redo"
        icon="redo"
        title={redoes ? `Redo: ${redoes} (Ctrl+Shift+Z)` : 'Nothing to redo'}
        disabled={redoes === null}
        press={() => page.desk.editor.redo()}
      />
      <button
        type="button"
        class="button"
        aria-label="Share"
        onClick={() => {
          page.looks.asked.value = 'share';
        }}
      >
        <Icon name="share" />
        <span class="wide">Share</span>
      </button>
      <Menu name="More" class="iconb" items={more}>
        <Icon name="more" />
      </Menu>
      <input
        type="file"
        accept=".json,application/json"
        hidden
        ref={file}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) page.desk.openFile(chosen);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

const scenes = (page: Page): Item[] =>
  scenarioPresetIds.map((id) => ({
    label: String(scenarioPreset(id)?.document.name ?? id),
    act: () => page.desk.loadPreset(id),
  }));
