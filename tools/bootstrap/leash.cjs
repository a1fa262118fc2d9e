// Loaded first into every program that the bootstrap runs. A pipe's other end dies with the bootstrap, by whatever signal; then the
// program and what it started are asked to stop, and ended if they do not.
const { Socket } = require('node:net')

const graceMs = 30_000
const descriptor = process.env.PORTAL_LEASH
// Programs that this one starts inherit its options, but must not take their own third descriptor for the pipe.
delete process.env.PORTAL_LEASH

if (descriptor) {
  const pipe = new Socket({ fd: Number(descriptor), readable: true, writable: false })
  pipe.on('error', stopGroup)
  pipe.on('end', stopGroup)
  pipe.resume()
  pipe.unref()
}

function stopGroup() {
  const group = process.platform === 'win32' ? process.pid : 0
  setTimeout(() => process.kill(group, 'SIGKILL'), graceMs).unref()
  // A program that knows how to stop tells its own children; the children of any other are told with it.
  const isGraceful = process.listenerCount('SIGTERM') > 0
  process.kill(isGraceful ? process.pid : group, 'SIGTERM')
}
