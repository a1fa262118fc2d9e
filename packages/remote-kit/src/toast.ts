import { toast as raise } from '@portal/ui/toast'

/** Shows a message in the shell's one notifications region, which holds one message at a time. */
export const toast = raise
