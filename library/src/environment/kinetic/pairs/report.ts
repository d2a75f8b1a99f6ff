import type { KineticReport } from '../../common/contract.ts';

/** What has been done about certificates so far. */
export type CertificateCounts = {
  /** Certificates that were made, and steps of pairs with events. */
  certificates: number;
  failures: number;
  /** Certificates that have ended, and the sum of their lives, seconds. */
  ended: number;
  lifetime: number;
};

export function createCertificateCounts(): CertificateCounts {
  return { certificates: 0, failures: 0, ended: 0, lifetime: 0 };
}

/** What a report says about certificates; the mean life, seconds, of those that have ended is 0 if none has. */
export function certificatesOf({
  certificates,
  ended,
  failures,
  lifetime,
}: CertificateCounts): Pick<KineticReport, 'certificates' | 'failures' | 'meanLifetime'> {
  return { certificates, failures, meanLifetime: ended > 0 ? lifetime / ended : 0 };
}
