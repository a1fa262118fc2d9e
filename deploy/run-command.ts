/** Runs a command to its end. A failure is a sentence on standard error and exit code 1. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
