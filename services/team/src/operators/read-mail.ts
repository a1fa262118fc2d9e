import type { operatorsApi } from '@portal/contracts/operators'
import type { Verb } from '../ports.ts'

export const readMail: Verb<typeof operatorsApi.readMail> = async (ctx) =>
  ctx.ports.mailer ? ctx.ports.mailer.overview() : { mailer: 'none', sent: [] }
