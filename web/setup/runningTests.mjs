/** A test reporter that lists the unfinished files and current tests on SIGUSR2. */
export class RunningTests {
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
