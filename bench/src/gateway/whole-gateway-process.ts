import { start as startGateway } from '@portal/gateway-service/main'

// The complete gateway; its environment comes from the bench.
const gateway = await startGateway(process.env)
process.send?.({ url: `${gateway.url}/api/departments` })
process.on('disconnect', () => process.exit(0))
