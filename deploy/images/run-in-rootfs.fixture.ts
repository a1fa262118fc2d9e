import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Rootfs } from './oci/unpack-image.ts'

/** A program of an image with what it prints. */
export type ImageProcess = ChildProcessWithoutNullStreams

/** What a pod gets: a read-only root, a writable /tmp, devices and processes. Then the account. */
const enter = `set -e
mount --bind "$1" "$1"
mkdir -p "$1/dev" "$1/proc"
mount --rbind /dev "$1/dev"
mount -t proc proc "$1/proc"
mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"
mount -o remount,ro,bind "$1"
root=$1 user=$2 folder=$3
shift 3
exec chroot --userspec="$user" "$root" /usr/local/bin/node -e 'process.chdir(process.argv[1]); process.execve(process.argv[2], process.argv.slice(2), process.env)' "$folder" "$@"
`

/** Runs a program of the image as its configuration says, on this machine's network. Needs root. */
export function runInRootfs(
  { folder, config }: Rootfs,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): ImageProcess {
  const own = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2)))
  const command = [folder, config.User, config.WorkingDir, ...config.Entrypoint, ...args]
  return spawn('/usr/bin/unshare', ['--mount', 'sh', '-c', enter, 'enter', ...command], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...own, ...environment },
  })
}
