import { ServiceEnvironment } from '@portal/service-kit/config'

/** The environment of template-name: what every service reads; `.extend` adds its own settings. */
export const TemplateNameEnvironment = ServiceEnvironment
