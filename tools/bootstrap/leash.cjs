// Preloaded into every program that the bootstrap runs. The pipe closes when the bootstrap dies, by
// whatever signal; the program's group is then asked to stop, and killed after a grace period.
const { Socket } = require('node:net')

const graceMs = 30_000
const descriptor = process.env.PORTAL_LEASH
// Child processes inherit our options, but their descriptor is not this pipe.
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
  // A program that handles SIGTERM stops its own children; otherwise the whole group gets it.
  const isGraceful = process.listenerCount('SIGTERM') > 0
  process.kill(isGraceful ? process.pid : group, 'SIGTERM')
}
