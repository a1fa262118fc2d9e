import { ServiceEnvironment } from '@portal/service-kit/config'

/** The environment of master-admin: what every service reads. Settings of its own are added with `.extend`. */
export const MasterAdminEnvironment = ServiceEnvironment
