import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { migrate } from '@portal/service-kit/database/migrate'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { type DrillReport, runKillDrill } from '@portal/testkit/kill-drill'
import { notesMigrations } from '@portal/testkit/notes-migrations'

/**
 * R3: backends killed at random under a load of two tenants, with the guard and with plain
 * postgres.js. `--kills` (1,000). Fails unless the guarded run shows only zeros.
 */
export async function run(args: readonly string[]): Promise<void> {
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
    console.table({ guarded, unguarded })
    const { foreignRows, foreignWrites, hungCalls, uncaughtErrors, lost, torn } = guarded
    if (foreignRows + foreignWrites + hungCalls + uncaughtErrors + lost + torn > 0 || guarded.kills < kills) {
      throw new Error('The guard does not hold.')
    }
  } finally {
    await postgres.stop()
  }
}

async function drill(
  adminUrl: string,
  options: { readonly kills: number; readonly isGuarded: boolean },
): Promise<DrillReport> {
  const urls = await provisionDatabase(adminUrl, options.isGuarded ? 'guarded' : 'unguarded')
  await migrate(urls, notesMigrations)
  return runKillDrill({ urls, ...options })
}
