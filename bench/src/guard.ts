import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { migrate } from '@portal/service-kit/database/migrate'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { type DrillReport, runKillDrill } from '@portal/testkit/kill-drill'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import type { Result } from './measure/report.ts'

/** Options of the short form. */
export const short = ['--kills', '20']

/**
 * R3: backends killed at random under a load of two tenants, with the guard and with plain
 * postgres.js. `--kills` (1,000). Fails unless the guarded run shows only zeros.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({ args: [...args], options: { kills: { type: 'string', default: '1000' } } })
  const kills = Number(values.kills)
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: console.log,
  })
  try {
    const guarded = await drill(postgres.adminUrl, { kills, isGuarded: true })
    const unguarded = await drill(postgres.adminUrl, { kills, isGuarded: false })
    const { foreignRows, foreignWrites, hungCalls, uncaughtErrors, lost, torn } = guarded
    const isBroken =
      foreignRows + foreignWrites + hungCalls + uncaughtErrors + lost + torn > 0 || guarded.kills < kills
    return [
      {
        ...{ name: 'guard', how: `${kills} kills wanted` },
        paragraphs: [
          'Backends killed at random under the load of two tenants. The second run is postgres.js as it comes (`sql.begin`); it ends early if every call hangs.',
          comparison(guarded, unguarded),
        ],
        ...(isBroken && { failure: 'The guard does not hold.' }),
      },
    ]
  } finally {
    await postgres.stop()
  }
}

function comparison(guarded: DrillReport, unguarded: DrillReport): string {
  const names = Object.keys(guarded) as (keyof DrillReport)[]
  const rows = names.map((name) => `| ${name} | ${guarded[name]} | ${unguarded[name]} |`)
  return ['| figure | guarded | postgres.js |', '|---|---|---|', ...rows].join('\n')
}

async function drill(
  adminUrl: string,
  options: { readonly kills: number; readonly isGuarded: boolean },
): Promise<DrillReport> {
  const urls = await provisionDatabase(adminUrl, options.isGuarded ? 'guarded' : 'unguarded')
  await migrate(urls, notesMigrations)
  return runKillDrill({ urls, ...options })
}
