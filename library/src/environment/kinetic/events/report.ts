/** What has been done about certificates so far. */
export type CertificateCounts = {
  steps: number;
  /** Certificates that were made, and those that failed before the end of a step. */
  certificates: number;
  failures: number;
  /** Certificates that were not checked in a step because they were still proven, summed over the steps. */
  skipped: number;
  /** Vertices that left the tube around their plan. */
  brokenPromises: number;
  /** Certificates that have ended, and the sum of their lives, seconds. */
  ended: number;
  lifetime: number;
  /** Flips that were left to the repair at the end of a step. */
  lateFlips: number;
  /** Steps that the certificates could not carry to the end because vertices met. */
  brokenSteps: number;
};

export function createCertificateCounts(): CertificateCounts {
  return {
    steps: 0,
    certificates: 0,
    failures: 0,
    skipped: 0,
    brokenPromises: 0,
    ended: 0,
    lifetime: 0,
    lateFlips: 0,
    brokenSteps: 0,
  };
}

/** Mean life of the certificates that have ended, seconds; 0 if none has. */
export function meanLifetime({ ended, lifetime }: CertificateCounts): number {
  return ended > 0 ? lifetime / ended : 0;
}

/** What two kinds of certificates have done together. */
export function sumOfCounts(a: CertificateCounts, b: CertificateCounts): CertificateCounts {
  const sum = createCertificateCounts();
  for (const name of Object.keys(sum) as (keyof CertificateCounts)[]) sum[name] = a[name] + b[name];
  return sum;
}
