import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { getPriority, networkInterfaces } from 'node:os'
import { dropRoot } from './child/drop-root.ts'

/** Started by its test in place of the parser's child: tries what a hijacked parser would. */
async function attempt(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'worked'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

function allocate(): unknown {
  return Array.from({ length: 40 }, () => new Uint8Array(64 * 1024 * 1024).fill(1))
}

const port = Number(process.argv.at(-1))
await dropRoot(process.argv.slice(2, -1))
const outcome = {
  niceness: getPriority(),
  account: [process.getuid?.(), process.geteuid?.(), process.getgid?.(), ...(process.getgroups?.() ?? [])],
  becomeRoot: await attempt(() => process.setuid?.(0)),
  environment: Object.keys(process.env),
  readPasswords: await attempt(() => readFileSync('/etc/passwd')),
  readWorkingFolder: await attempt(() => readFileSync('package.json')),
  writeTemporary: await attempt(() => writeFileSync('/tmp/escaped', 'x')),
  startProgram: await attempt(() => {
    const { error } = spawnSync('/bin/true')
    if (error !== undefined) throw error
  }),
  runText: await attempt(() => Reflect.construct(Function, ['return 1'])),
  allocate: await attempt(allocate),
  interfaces: Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.internal === false).length,
  connect: await attempt(() => once(connect({ port, host: '127.0.0.1' }), 'connect')),
}
process.stdout.write(JSON.stringify(outcome))
