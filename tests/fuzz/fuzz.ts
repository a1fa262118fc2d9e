import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface FuzzOptions {
  readonly program: string
  /** Where it keeps what it remembers. */
  readonly folder: string
  readonly address: string
  /** The session's cookies; empty for a visitor. */
  readonly cookies: string
  readonly seconds: number
}

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
]

/**
 * Navigations lead elsewhere, a stream of events has no end, and the sender's own session would be
 * found in the list of sessions and ended.
 */
const left = '^/api/(login|logout|callback|backchannel-logout|events|auth/sessions/\\{id\\})$'

/** Runs Schemathesis for one sender. */
export async function fuzz({ program, folder, address, cookies, seconds }: FuzzOptions) {
  const args = {
    checks: checks.join(','),
    'max-time': String(seconds),
    'exclude-path-regex': left,
    phases: 'coverage,fuzzing',
    // Invented credentials would turn every answer into 401.
    'generation-with-security-parameters': 'false',
    'suppress-health-check': 'all',
    'request-timeout': '65',
    warnings: 'off',
    header: `Origin: ${address}`,
  }
  const session = cookies === '' ? [] : [`--header=Cookie: ${cookies}`]
  const named = Object.entries(args).map(([name, value]) => `--${name}=${value}`)
  const child = spawn(
    program,
    ['run', `${address}/api/openapi.json`, '--continue-on-failure', '--no-color', ...named, ...session],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: (seconds + 120) * 1000 },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const [code] = await once(child, 'close')
  const [, cases = '0'] = /(\d+) generated/.exec(output) ?? []
  // Without a case nothing was checked, whatever the reason.
  return { isClean: code === 0 && Number(cases) > 0, cases: Number(cases), output }
}
