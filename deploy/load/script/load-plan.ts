import 'k6'
import type { LoadPlan } from '../plan.ts'

/** Read once: k6 opens files only while it starts. */
export const plan: LoadPlan = JSON.parse(open(__ENV.LOAD_PLAN ?? 'plan.json'))

/** The operator who makes the organizations. */
export const operator = {
  username: __ENV.LOAD_OPERATOR ?? 'operator',
  password: __ENV.LOAD_OPERATOR_PASSWORD ?? '',
}
