import type { Page } from '../page.ts';
import { chooseFile } from '../ui/chooseFile.ts';
import { Icon, IconButton, Logo } from '../ui/icon.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import {
  openCrowdPage,
  openMethodsPage,
  openStudiesPage,
  PageModeNavigation,
} from '../ui/pageModeNavigation.tsx';

export function PageHeader({ page }: { page: Page }) {
  const { editor } = page.doc;
  const inScene = page.viewState.openPage.value === null;
  return (
    <header class="top">
      <h1>
        <Logo />
        <span>{page.scope.services.name.value}</span>
      </h1>
      {inScene && (
        <button
          type="button"
          class="scene-name"
          aria-haspopup="dialog"
          title={`${editor.scenario.value.name || 'Untitled scene'}: open another scene`}
          onClick={() => {
            page.viewState.openDialog.value = 'scenes';
          }}
        >
          <Icon name="scenes" size={14} />
          <span>{editor.scenario.value.name || 'Untitled scene'}</span>
          <Icon name="down" size={14} />
        </button>
      )}
      <PageModeNavigation page={page} />
      {inScene && <Tools page={page} />}
    </header>
  );
}

function Tools({ page }: { page: Page }) {
  const { editor } = page.doc;
  const [undoes, redoes] = [editor.undoLabel.value, editor.redoLabel.value];
  const more: MenuItem[] = [
    {
      label: 'Find a command',
      note: 'Ctrl+K',
      act: () => {
        page.viewState.openDialog.value = 'commands';
      },
    },
    {
      label: 'Presentation mode',
      note: 'P',
      act: () => {
        page.viewState.presenting.value = true;
      },
    },
    { label: 'Crowd of this scene', act: () => openCrowdPage(page) },
    { label: 'Studies', act: () => openStudiesPage(page) },
    { label: 'About the methods', act: () => openMethodsPage(page) },
    {
      label: 'Edit as text',
      act: () => {
        page.viewState.openDialog.value = 'text';
      },
    },
    { label: 'Open a file', act: () => chooseFile(page) },
    {
      label: 'Reset all',
      note: 'Alt+R',
      disabled: !editor.changed.value,
      act: () => page.doc.editor.resetAll(),
    },
    {
      label: 'Keyboard shortcuts',
      note: '?',
      keyboard: true,
      act: () => {
        page.viewState.openDialog.value = 'keys';
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
        press={() => page.doc.editor.undo()}
      />
      <IconButton
        name="Redo"
        icon="redo"
        title={redoes ? `Redo: ${redoes} (Ctrl+Shift+Z)` : 'Nothing to redo'}
        disabled={redoes === null}
        press={() => page.doc.editor.redo()}
      />
      <button
        type="button"
        class="button"
        aria-label="Share"
        onClick={() => {
          page.viewState.openDialog.value = 'share';
        }}
      >
        <Icon name="share" />
        <span class="wide">Share</span>
      </button>
      <Menu name="More" class="iconb" items={more}>
        <Icon name="more" />
      </Menu>
    </div>
  );
}
