/** A second factor as Supabase's client knows it. */
type Factor = {
  id: string
  friendly_name: string | null
  factor_type: 'totp' | 'recovery_code'
  status: 'verified' | 'unverified'
  created_at: string
  updated_at: string
  last_challenged_at: string | null
}

/** A row of auth.users, with the columns that the service reads. */
export type UserRow = {
  id: string
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  last_sign_in_at: Date | null
  raw_user_meta_data: Record<string, unknown>
  created_at: Date
  updated_at: Date
  factors: Factor[]
}

export const hasSecondFactor = ({ factors }: UserRow): boolean =>
  factors.some(({ status }) => status === 'verified')

const time = (date: Date | null) => date?.toISOString()

/** The account in the format of Supabase's client, without the password hash. */
export function describeUser(user: UserRow) {
  const identity = {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: {
      email: user.email,
      email_verified: user.email_confirmed_at !== null,
      phone_verified: false,
      sub: user.id,
    },
    provider: 'email',
    last_sign_in_at: time(user.last_sign_in_at),
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    email: user.email,
  }
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: '',
    email_confirmed_at: time(user.email_confirmed_at),
    confirmed_at: time(user.email_confirmed_at),
    last_sign_in_at: time(user.last_sign_in_at),
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: user.raw_user_meta_data,
    identities: [identity],
    ...(user.factors.length > 0 && { factors: user.factors }),
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    is_anonymous: false,
  }
}
