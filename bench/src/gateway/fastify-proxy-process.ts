import proxy from '@fastify/http-proxy'
import fastify from 'fastify'

// A well-known Node proxy, as a reference.
const server = fastify()
await server.register(proxy, { upstream: process.argv[2] ?? '' })
const url = await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ url: `${url}/api/departments` })
process.on('disconnect', () => process.exit(0))
