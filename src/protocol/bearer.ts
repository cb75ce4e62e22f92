/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1), or '' without one. The scheme is case-insensitive. */
export const bearerToken = (authorization: string | null | undefined): string =>
  /^Bearer +(.*)$/i.exec(authorization ?? '')?.[1]?.trim() ?? '';
