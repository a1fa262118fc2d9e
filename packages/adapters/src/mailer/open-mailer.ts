import { ConfigError } from '@portal/service-kit/config'
import type { Mailer } from '@portal/service-kit/ports/mailer'
import { folderOfUrl, isEngineUrl } from '../engine-url/engine-url.ts'
import { OutboxMailer } from './outbox-mailer.ts'

/**
 * Opens the mailer that a configuration URL names: `file:folder` keeps mail in a folder, `smtp://…`
 * (smtp/mail-server-address.ts) sends it, empty is null. Throws ConfigError otherwise.
 */
export async function openMailer(url: string): Promise<Mailer | null> {
  if (url === '') return null
  if (isEngineUrl(url, 'smtp') || url.startsWith('smtps://')) {
    const { SmtpMailer } = await import('./smtp-mailer.ts')
    return new SmtpMailer(url)
  }
  const folder = folderOfUrl(url)
  if (folder !== null) return OutboxMailer.open(folder)
  const scheme = /^[a-z0-9+]+:/.exec(url)?.[0] ?? 'this address'
  throw new ConfigError(
    `There is no mailer for "${scheme}"; use "file:<folder>" or "smtp://<user>:<password>@<host>:<port>?from=<address>".`,
  )
}
