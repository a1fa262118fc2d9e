import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '@portal/service-kit/config'
import type { Mailer } from '@portal/service-kit/ports/mailer'
import { isEngineUrl } from '../engine-url/engine-url.ts'
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
  const scheme = /^[a-z0-9+]+:/.exec(url)?.[0]
  if (scheme !== 'file:' || url === 'file:')
    throw new ConfigError(
      `There is no mailer for "${scheme ?? 'this address'}"; use "file:<folder>" or "smtp://<user>:<password>@<host>:<port>?from=<address>".`,
    )
  return OutboxMailer.open(
    url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length)),
  )
}
