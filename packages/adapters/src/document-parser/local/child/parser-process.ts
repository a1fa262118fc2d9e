import { Console } from 'node:console'
import { forbidNetwork } from './forbid-network.ts'

// Only answers may reach standard output; what libraries print goes to the error stream, which the parent keeps short.
globalThis.console = new Console(process.stderr, process.stderr)
forbidNetwork()

const { answerFiles } = await import('./answer-files.ts')
await answerFiles(process.stdin, { write: (line) => process.stdout.write(line), note: console.error })
