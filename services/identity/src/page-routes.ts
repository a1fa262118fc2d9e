import { errors, type Interaction, type Provider } from 'oidc-provider'
import { showLogin, submitLogin } from './login/submit-login.ts'
import type { PageAssets } from './pages/page-assets.ts'
import type { PageContext } from './pages/page-context.ts'
import { type PasswordDeps, showPassword, submitPassword } from './passwords/submit-password.ts'
import { type RegisterDeps, showRegister, submitRegister } from './registration/submit-register.ts'
import {
  type AddressDeps,
  showAccount,
  showVerify,
  submitAccount,
  submitVerify,
} from './verification/address-pages.ts'

export interface PageDeps extends Omit<RegisterDeps, 'signIn'>, PasswordDeps, AddressDeps {
  readonly provider: Provider
  readonly assets: PageAssets
}

type Handler = (ctx: PageContext, deps: PageDeps, id: string) => Promise<void> | void
type InteractionHandler = (
  ctx: PageContext,
  deps: RegisterDeps,
  interaction: Interaction,
) => Promise<void> | void

const routes: readonly (readonly [method: 'GET' | 'POST', path: RegExp, handle: Handler])[] = [
  ['GET', /^\/interaction\/([\w-]+)$/, inInteraction(showLogin)],
  ['POST', /^\/interaction\/([\w-]+)$/, inInteraction(submitLogin)],
  ['GET', /^\/interaction\/([\w-]+)\/register$/, inInteraction(showRegister)],
  ['POST', /^\/interaction\/([\w-]+)\/register$/, inInteraction(submitRegister)],
  ['GET', /^\/password\/([\w-]+)$/, showPassword],
  ['POST', /^\/password\/([\w-]+)$/, submitPassword],
  ['GET', /^\/(account)$/, showAccount],
  ['POST', /^\/(account)$/, submitAccount],
  ['GET', /^\/verify\/([\w-]+)$/, showVerify],
  ['POST', /^\/verify\/([\w-]+)$/, submitVerify],
  ['GET', /^\/assets\/([\w.-]+)$/, (ctx, { assets }, name) => void assets.send(ctx, name)],
]

/** Serves the provider's own pages; other requests go on to the protocol. */
export function pageRoutes(deps: PageDeps): (ctx: PageContext, next: () => Promise<void>) => Promise<void> {
  return async (ctx, next) => {
    const wanted = ctx.method === 'HEAD' ? 'GET' : ctx.method
    for (const [method, path, handle] of routes) {
      const id = method === wanted ? path.exec(ctx.path)?.[1] : undefined
      if (id !== undefined) return handle(ctx, deps, id)
    }
    return next()
  }
}

/** For handlers that continue the login which the protocol began; see {@link interactionOf}. */
function inInteraction(handle: InteractionHandler): Handler {
  return async (ctx, { provider, ...deps }, uid) => {
    const signIn = (of: PageContext, subject: string) => finish(provider, of, subject)
    return handle(ctx, { ...deps, signIn }, await interactionOf(provider, ctx, uid))
  }
}

/**
 * The interaction begun in this browser. Throws SessionNotFound for any other and for an expired
 * one.
 */
async function interactionOf(provider: Provider, ctx: PageContext, uid: string): Promise<Interaction> {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res)
  if (interaction.uid !== uid) throw new errors.SessionNotFound('another interaction was begun since')
  return interaction
}

/** `remember: false`: a session cookie. The server's own limits end the session earlier. */
async function finish(provider: Provider, ctx: PageContext, subject: string): Promise<void> {
  const login = { accountId: subject, remember: false, amr: ['pwd'] }
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }))
  ctx.status = 303
  ctx.body = ''
}
