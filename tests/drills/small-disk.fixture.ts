import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** A tmpfs of a few megabytes. */
export interface SmallDisk extends AsyncDisposable {
  /** Fills all space but this much. */
  fill(leaveBytes?: number): Promise<void>
  /** Frees what `fill` took. */
  free(): Promise<void>
}

// Waits for EOF, which also comes when the owner is killed: no mount outlives the drill.
const holdMounted =
  'mount -t tmpfs -o "size=$2,mode=0711" small-disk "$1" || exit 1; echo mounted; cat >/dev/null; umount -l "$1"'
const step = 64 * 1024

/** Mounts a small disk at an empty folder until disposed. Rejects without the right to mount. */
export async function mountSmallDisk(folder: string, sizeBytes: number): Promise<SmallDisk> {
  const shell = ['-c', holdMounted, 'small-disk', folder, String(sizeBytes)]
  // Its own group, so that Ctrl-C does not end it before it has unmounted.
  const holder = spawn('sh', shell, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  const complaint = text(holder.stderr)
  const ended = once(holder, 'close')
  const isMounted = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    ended.then(() => false),
  ])
  if (!isMounted) throw new Error(`This drill mounts a small disk, and may not: ${(await complaint).trim()}`)
  const ballast = join(folder, 'ballast')
  return {
    fill: (leaveBytes = 0) => fillTo(ballast, leaveBytes),
    free: () => rm(ballast),
    [Symbol.asyncDispose]: async () => {
      holder.stdin.end()
      await ended
    },
  }
}

async function fillTo(path: string, leaveBytes: number): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(path)
      const surplus = bavail * bsize - leaveBytes
      if (surplus <= 0) return
      await file.write(Buffer.alloc(Math.min(step, surplus)))
    }
  } catch (error) {
    // Another process took the last block.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}
