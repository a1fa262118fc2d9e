import { toast as raise } from '@portal/ui/toast'

/** Shows a message in the page's one notifications region, which the shell owns. At most one at a time. */
export const toast = raise
