import { join } from 'node:path'
import { goProgram } from '../cluster/install/go-program.ts'
import { installed } from '../cluster/install/installed.ts'
import { program } from '../engines/install/prerequisites.ts'
import type { Tools } from '../engines/install/tools.ts'

const prometheus = goProgram({
  name: 'prometheus',
  module: 'github.com/prometheus/prometheus',
  // Prometheus 3.15.1.
  version: 'v0.315.1',
  main: './cmd/prometheus',
  // Discovery in clouds is most of it; a drill names its targets.
  tags: 'remove_all_sd',
})
const go = program(
  'go',
  'Prometheus is built with Go. Neither is on the path; install one (Debian: apt-get install prometheus).',
)

/** The path of Prometheus: this machine's, or built from Go modules, once per machine. */
export async function prometheusProgram(tools: Tools, note: (line: string) => void): Promise<string> {
  const known = await tools.find('prometheus')
  if (known !== null) return known
  await go(tools)
  return join(await installed(prometheus, { tools, note }), prometheus.name)
}
