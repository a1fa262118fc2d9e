/** Part of util-linux, which every distribution installs. */
const setpriv = 'setpriv'

/**
 * Makes the kernel end the command when its parent dies, by whatever signal (prctl(2),
 * PR_SET_PDEATHSIG). setpriv execs the program, so the pid is the program's own.
 */
export function leashed(
  program: string,
  args: readonly string[],
  account: { readonly uid?: number; readonly gid?: number } = {},
): { readonly program: string; readonly args: readonly string[] } {
  if (process.platform !== 'linux') return { program, args }
  // Changing the user clears PDEATHSIG; setpriv changes the user first.
  const user =
    account.uid === undefined
      ? []
      : [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--no-new-privs']
  return { program: setpriv, args: [...user, '--pdeathsig=KILL', '--', program, ...args] }
}
