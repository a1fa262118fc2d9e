import type { K6Options } from './k6-options.ts'
import type { LoadRoutes } from './load-routes.ts'

/** What the script in k6 is given, as JSON. The operator's login comes as variables. */
export interface LoadPlan {
  readonly address: string
  readonly routes: LoadRoutes
  readonly options: K6Options
  readonly organizations: number
  readonly employees: number
}
