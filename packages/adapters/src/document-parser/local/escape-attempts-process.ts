import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Started by its test in place of the parser's child: tries what a hijacked parser would. */
function attempt(act: () => unknown): string {
  try {
    act()
    return 'worked'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

async function connectTo(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve('worked'))
    socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  })
}

function allocate(): unknown {
  return Array.from({ length: 40 }, () => new Uint8Array(64 * 1024 * 1024).fill(1))
}

const port = Number(process.argv.at(-1))
const outcome = {
  environment: Object.keys(process.env),
  readPasswords: attempt(() => readFileSync('/etc/passwd')),
  readWorkingFolder: attempt(() => readFileSync('package.json')),
  writeTemporary: attempt(() => writeFileSync('/tmp/escaped', 'x')),
  startProgram: attempt(() => {
    const { error } = spawnSync('/bin/true')
    if (error !== undefined) throw error
  }),
  runText: attempt(() => Reflect.construct(Function, ['return 1'])),
  allocate: attempt(allocate),
  interfaces: Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.internal === false).length,
  connect: await connectTo(port),
}
process.stdout.write(JSON.stringify(outcome))
