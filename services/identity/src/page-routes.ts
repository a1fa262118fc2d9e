import type { Interaction } from 'oidc-provider'
import { interactionOf } from './interaction.ts'
import { showLogin, submitLogin } from './login/submit-login.ts'
import { showAccount, submitName } from './own-account/account-page.ts'
import { submitOwnPassword } from './own-account/own-password.ts'
import type { PageDeps } from './page-deps.ts'
import type { PageContext, Step } from './pages/page-context.ts'
import { showForgotten, submitForgotten } from './passwords/forgotten-password.ts'
import { showPassword, submitPassword } from './passwords/submit-password.ts'
import { showRegister, submitRegister } from './registration/submit-register.ts'
import { showVerify, submitAccount, submitVerify } from './verification/address-pages.ts'

type Handler<Subject> = (ctx: PageContext, deps: PageDeps, subject: Subject) => Promise<void> | void

const routes: readonly (readonly [method: 'GET' | 'POST', path: RegExp, handle: Handler<string>])[] = [
  ['GET', /^\/interaction\/([\w-]+)$/, inInteraction(showLogin)],
  ['POST', /^\/interaction\/([\w-]+)$/, submitLogin],
  ['GET', /^\/interaction\/([\w-]+)\/register$/, inInteraction(showRegister)],
  ['POST', /^\/interaction\/([\w-]+)\/register$/, inInteraction(submitRegister)],
  ['GET', /^\/(forgot)$/, showForgotten],
  ['POST', /^\/(forgot)$/, submitForgotten],
  ['GET', /^\/password\/([\w-]+)$/, showPassword],
  ['POST', /^\/password\/([\w-]+)$/, submitPassword],
  ['GET', /^\/(account)$/, showAccount],
  ['POST', /^\/(account)$/, submitAccount],
  ['POST', /^\/account\/(name)$/, submitName],
  ['POST', /^\/account\/(password)$/, submitOwnPassword],
  ['GET', /^\/verify\/([\w-]+)$/, showVerify],
  ['POST', /^\/verify\/([\w-]+)$/, submitVerify],
  ['GET', /^\/assets\/([\w.-]+)$/, (ctx, { assets }, name) => assets.send(ctx, name)],
]

/** Serves the provider's own pages; other requests go on to the protocol. */
export function pageRoutes(deps: PageDeps): Step {
  return async (ctx, next) => {
    const wanted = ctx.method === 'HEAD' ? 'GET' : ctx.method
    for (const [method, path, handle] of routes) {
      const id = method === wanted ? path.exec(ctx.path)?.[1] : undefined
      if (id !== undefined) return handle(ctx, deps, id)
    }
    return next()
  }
}

/** For handlers that continue the login which the protocol began in this browser. */
function inInteraction(handle: Handler<Interaction>): Handler<string> {
  return async (ctx, deps, uid) => handle(ctx, deps, await interactionOf(ctx, deps, uid))
}
