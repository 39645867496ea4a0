import { RequestFailure } from '../common/failures.ts'

const INVITATIONS = {
  accepted: 'This invitation was already used.',
  expired: 'This invitation has expired.',
  revoked: 'This invitation was withdrawn.',
  unknown: 'This invitation is not valid.',
} as const

/** Errors with the status, code and message that Supabase's client expects. */
export const failures = {
  badJson: () => new RequestFailure(400, 'bad_json', 'Could not parse request body as JSON'),
  invalid: (message: string) => new RequestFailure(400, 'validation_failed', message),
  credentials: () => new RequestFailure(400, 'invalid_credentials', 'Invalid login credentials'),
  emailNotConfirmed: () => new RequestFailure(400, 'email_not_confirmed', 'Email not confirmed'),
  userExists: () => new RequestFailure(422, 'user_already_exists', 'User already registered'),
  /** The address has no account yet, so the person can still sign up without the link. */
  invitationEnded: (state: keyof typeof INVITATIONS) =>
    new RequestFailure(403, `invitation_${state}`, INVITATIONS[state]),
  samePassword: () =>
    new RequestFailure(
      422,
      'same_password',
      'New password should be different from the old password.',
    ),
  metadataTooLarge: () =>
    new RequestFailure(422, 'validation_failed', 'User metadata cannot be larger than 4096 bytes'),
  weakPassword: (message: string, reasons: string[]) =>
    new RequestFailure(422, 'weak_password', message, { body: { weak_password: { reasons } } }),
  refreshTokenUnknown: () =>
    new RequestFailure(
      400,
      'refresh_token_not_found',
      'Invalid Refresh Token: Refresh Token Not Found',
    ),
  refreshTokenUsed: () =>
    new RequestFailure(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  sessionExpired: () =>
    new RequestFailure(400, 'session_expired', 'Invalid Refresh Token: Session Expired'),
  linkExpired: () => new RequestFailure(403, 'otp_expired', 'Email link is invalid or has expired'),
  noToken: () =>
    new RequestFailure(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
  badToken: () => new RequestFailure(403, 'bad_jwt', 'The access token is invalid or has expired'),
  noSession: () =>
    new RequestFailure(
      403,
      'session_not_found',
      'Session from session_id claim in JWT does not exist',
    ),
  noApiKey: () => new RequestFailure(401, 'no_api_key', 'No API key found in request'),
  badApiKey: () => new RequestFailure(401, 'bad_api_key', 'Invalid API key'),
  notOffered: (what: string) =>
    new RequestFailure(422, 'provider_disabled', `${what} is not supported`),
  tooMany: (code: string, seconds: number) =>
    new RequestFailure(429, code, `Too many requests. Please try again in ${seconds} seconds.`, {
      headers: { 'Retry-After': String(seconds) },
    }),
  busy: () =>
    new RequestFailure(503, 'unavailable', 'The server is busy. Please try again.', {
      headers: { 'Retry-After': '2' },
    }),
}
