import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'

// Run in a cluster's network: makes the second argument's account at the first one's provider.
const [, , url = '', account = ''] = process.argv
await openIdentityAdmin(url).createAccount(JSON.parse(account))
