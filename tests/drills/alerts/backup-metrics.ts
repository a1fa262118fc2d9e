import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The CronJob of backups, as those who scrape its cluster see it. */
interface BackupMetrics extends AsyncDisposable {
  /** Where it is scraped. */
  readonly target: string
  /** Its time has come, and a backup begins. */
  schedule(): void
  /** A backup has been made. */
  succeed(): void
}

/**
 * Exposes what kube-state-metrics does of a CronJob that has had a backup
 * (https://github.com/kubernetes/kube-state-metrics).
 */
export async function startBackupMetrics(namespace: string): Promise<BackupMetrics> {
  const now = () => Math.floor(Date.now() / 1000)
  const hourAgo = now() - 3600
  const times = { last_schedule_time: hourAgo, last_successful_time: hourAgo + 60 }
  const exposed = () =>
    Object.entries(times).map(
      ([name, at]) =>
        `# TYPE kube_cronjob_status_${name} gauge\n` +
        `kube_cronjob_status_${name}{namespace="${namespace}",cronjob="portal-backup"} ${at}\n`,
    )
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(exposed().join(''))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    schedule: () => {
      times.last_schedule_time = now()
    },
    succeed: () => {
      times.last_successful_time = now()
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
