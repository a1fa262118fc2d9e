import { yieldToRequests } from './yield-to-requests.ts'

yieldToRequests('awaited')
