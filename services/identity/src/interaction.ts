import { errors, type Interaction } from 'oidc-provider'
import type { PageDeps } from './page-deps.ts'
import type { PageContext } from './pages/page-context.ts'

/** The login that the protocol began in this browser. Throws SessionNotFound for another's. */
export async function interactionOf(
  ctx: PageContext,
  { provider }: Pick<PageDeps, 'provider'>,
  uid: string,
): Promise<Interaction> {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res)
  if (interaction.uid !== uid) throw new errors.SessionNotFound('another interaction was begun since')
  return interaction
}
