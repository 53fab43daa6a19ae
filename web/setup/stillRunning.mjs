/** A reporter of tests that says, when it is asked by SIGUSR2, which files have not ended, and at what test they are. */
export class StillRunning {
  #at = new Map();

  onInit() {
    process.on('SIGUSR2', () => console.log(this.text()));
  }

  onTestModuleStart(module) {
    this.#at.set(module.moduleId, '');
  }

  onTestCaseReady(test) {
    this.#at.set(test.module.moduleId, test.fullName);
  }

  onTestModuleEnd(module) {
    this.#at.delete(module.moduleId);
  }

  text() {
    const lines = [...this.#at].map(
      ([file, test]) => `  ${file}: ${test || 'before its first test'}`,
    );
    return ['Not ended:', ...lines].join('\n');
  }
}
