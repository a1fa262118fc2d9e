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

/** What the pages are made of. */
export interface PageDeps extends Omit<RegisterDeps, 'signIn'>, PasswordDeps, AddressDeps {
  readonly provider: Provider
  readonly assets: PageAssets
}

type Handler = (ctx: PageContext, id: string) => Promise<void> | void

/** Answers the provider's own pages; everything else goes on to the protocol. Errors are thrown to the error page. */
export function pageRoutes(deps: PageDeps): (ctx: PageContext, next: () => Promise<void>) => Promise<void> {
  const signInDeps: RegisterDeps = { ...deps, signIn: (ctx, subject) => finish(deps.provider, ctx, subject) }
  const interaction =
    (
      handle: (ctx: PageContext, deps: RegisterDeps, interaction: Interaction) => Promise<void> | void,
    ): Handler =>
    async (ctx, uid) =>
      handle(ctx, signInDeps, await interactionOf(deps.provider, ctx, uid))
  const table: readonly { readonly method: string; readonly path: RegExp; readonly handle: Handler }[] = [
    { method: 'GET', path: /^\/interaction\/([\w-]+)$/, handle: interaction(showLogin) },
    { method: 'POST', path: /^\/interaction\/([\w-]+)$/, handle: interaction(submitLogin) },
    { method: 'GET', path: /^\/interaction\/([\w-]+)\/register$/, handle: interaction(showRegister) },
    { method: 'POST', path: /^\/interaction\/([\w-]+)\/register$/, handle: interaction(submitRegister) },
    { method: 'GET', path: /^\/password\/([\w-]+)$/, handle: (ctx, token) => showPassword(ctx, deps, token) },
    {
      method: 'POST',
      path: /^\/password\/([\w-]+)$/,
      handle: (ctx, token) => submitPassword(ctx, deps, token),
    },
    { method: 'GET', path: /^\/(account)$/, handle: (ctx) => showAccount(ctx, deps) },
    { method: 'POST', path: /^\/(account)$/, handle: (ctx) => submitAccount(ctx, deps) },
    { method: 'GET', path: /^\/verify\/([\w-]+)$/, handle: (ctx, token) => showVerify(ctx, deps, token) },
    { method: 'POST', path: /^\/verify\/([\w-]+)$/, handle: (ctx, token) => submitVerify(ctx, deps, token) },
    { method: 'GET', path: /^\/assets\/([\w.-]+)$/, handle: (ctx, name) => void deps.assets.send(ctx, name) },
  ]
  return async (ctx, next) => {
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method
    for (const route of table) {
      const id = route.method === method ? route.path.exec(ctx.path)?.[1] : undefined
      if (id !== undefined) return route.handle(ctx, id)
    }
    return next()
  }
}

/** The interaction that this browser began. Throws SessionNotFound for another browser's address and for an expired one. */
async function interactionOf(provider: Provider, ctx: PageContext, uid: string): Promise<Interaction> {
  const interaction = await provider.interactionDetails(ctx.req, ctx.res)
  if (interaction.uid !== uid) throw new errors.SessionNotFound('another interaction was begun since')
  return interaction
}

/** `remember: false`: the cookie ends with the browser; the server's own limits decide before that. */
async function finish(provider: Provider, ctx: PageContext, subject: string): Promise<void> {
  const login = { accountId: subject, remember: false, amr: ['pwd'] }
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, { login }))
  ctx.status = 303
  ctx.body = ''
}
