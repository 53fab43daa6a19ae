import type { PoseCertificate } from '@iklab/core/engine';
import type { Session } from '@iklab/run/session';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../page.ts';
import { Icon } from '../../ui/icon.tsx';
import { certifyPanelPose } from './certifyPanelPose.ts';
import css from './solutions.module.css';
import { certificateText } from './solutionTexts.ts';

interface CertifiedPoseProps {
  readonly page: Page;
  readonly session: Session;
  /** Index of the panel. */
  readonly index: number;
  /** Number of the panel's updates. A change certifies the pose again. */
  readonly updates: number;
}

/** States that an exact solution lies near the pose of a panel, if that is proven. */
export function CertifiedPose({ page, session, index, updates }: CertifiedPoseProps) {
  const [certificate, setCertificate] = useState<PoseCertificate | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setCertificate(null);
    certifyPanelPose(page.doc, session, index).then((found) => {
      if (isCurrent) setCertificate(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [session, index, updates]);
  if (!certificate) return null;
  return (
    <p class={`answer ${css.certified}`}>
      <Icon name="seal" />
      {certificateText(certificate, session.scene)}
    </p>
  );
}
