import type {
  KeycloakClientScope,
  Representation,
} from '@portal/adapters/identity-admin/keycloak/keycloak-realm'
import {
  loginNameAttribute,
  referenceAttribute,
} from '@portal/adapters/identity-admin/keycloak/keycloak-realm'

const anyone = { view: ['admin', 'user'], edit: ['admin', 'user'] }
const administrator = { view: ['admin'], edit: ['admin'] }
const required = { roles: ['user'] }
const personName = { length: { max: 100 }, 'person-name-prohibited-characters': {} }

/** The attributes of an account, and who may read and write them. */
export const userProfile: Representation = {
  attributes: [
    {
      name: 'username',
      displayName: 'Login name',
      permissions: { view: ['admin', 'user'], edit: ['admin'] },
      validations: {
        length: { min: 1, max: 254 },
        'username-prohibited-characters': {},
        'up-username-not-idn-homograph': {},
      },
    },
    {
      name: loginNameAttribute,
      displayName: 'Login name given by an administrator',
      permissions: administrator,
      validations: { length: { max: 254 } },
    },
    {
      name: referenceAttribute,
      displayName: 'Reference of the creation through the portal',
      permissions: administrator,
      validations: { length: { max: 200 } },
    },
    {
      name: 'email',
      displayName: 'E-mail',
      permissions: anyone,
      required,
      validations: { email: {}, length: { max: 254 } },
    },
    ...Object.entries({ firstName: 'First name', lastName: 'Last name' }).map(([name, displayName]) => ({
      name,
      displayName,
      permissions: anyone,
      required,
      validations: personName,
    })),
  ],
}

/** The scope `profile`: names, plus the login name if an administrator set it. */
export const profileScope: KeycloakClientScope = {
  name: 'profile',
  mappers: [
    claim('given_name', 'firstName'),
    claim('family_name', 'lastName'),
    claim('preferred_username', loginNameAttribute),
  ],
}

function claim(name: string, attribute: string) {
  return {
    name,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-usermodel-attribute-mapper',
    config: {
      'user.attribute': attribute,
      'claim.name': name,
      'jsonType.label': 'String',
      'id.token.claim': 'true',
      'access.token.claim': 'true',
      'userinfo.token.claim': 'true',
      'introspection.token.claim': 'true',
    },
  }
}
