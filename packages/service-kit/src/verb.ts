import type { Permission } from '@portal/contracts/permissions'
import type { Route, RouteInput, RouteResult, RouteTable } from '@portal/contracts/route'
import type { Context } from './context.ts'

/** The work of one route. Input is already validated; the result is filtered by its schema. */
export type Verb<R extends Route, Ports, Granted extends Permission = never> = (
  ctx: Context<Ports, Granted>,
  input: RouteInput<R>,
) => Promise<RouteResult<R>>

/** A verb for every route of a table: a missing or mistyped one does not compile. */
export type Verbs<Api extends RouteTable, Ports, Granted extends Permission> = {
  readonly [Name in keyof Api]: Verb<Api[Name], Ports, Granted>
}

/** By name of the verb, for routes whose stored response may not be repeated as it is. */
export type Replays<Api extends RouteTable, Ports, Granted extends Permission> = {
  readonly [Name in keyof Api]?: Replay<Api[Name], Ports, Granted>
}

/** What may still be shown of an earlier response to the same request. */
export type Replay<R extends Route, Ports, Granted extends Permission = never> = (
  ctx: Context<Ports, Granted>,
  earlier: RouteResult<R>,
) => Promise<RouteResult<R>>
