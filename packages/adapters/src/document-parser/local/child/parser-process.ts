import { Console } from 'node:console'
import { forbidNetwork } from './forbid-network.ts'

// Standard output is for results only; what libraries print goes to standard error.
globalThis.console = new Console(process.stderr, process.stderr)
forbidNetwork()

const { answerFiles } = await import('./answer-files.ts')
await answerFiles(process.stdin, { write: (line) => process.stdout.write(line), note: console.error })
