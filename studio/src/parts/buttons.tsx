import { Icon, type IconName } from './icons.tsx';

type ToolProps = {
  icon: IconName;
  /** For screen readers, and with the key as the hint. */
  label: string;
  /** Beside the drawing, where there is room: a part of the label. */
  text?: string;
  shortcut?: string;
  isOn?: boolean | undefined;
  isDisabled?: boolean;
  onPress(): void;
};

/** A button with a drawing. */
export function Tool({ icon, label, text, shortcut, isOn, isDisabled = false, onPress }: ToolProps) {
  const hint = shortcut ? `${label} (${shortcut})` : label;
  return (
    <button
      type="button"
      className={text ? 'tool named' : 'tool'}
      aria-label={label}
      title={hint}
      aria-pressed={isOn}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={icon} />
      {text && <span>{text}</span>}
    </button>
  );
}

type ChoiceProps<Value extends string | number> = {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChoose(value: Value): void;
};

/** A list to choose from, with its label. */
export function Choice<Value extends string | number>({
  label,
  value,
  options,
  onChoose,
}: ChoiceProps<Value>) {
  const choose = (text: string) => {
    const found = options.find(([one]) => String(one) === text);
    if (found) onChoose(found[0]);
  };
  return (
    <label className="choice">
      <span aria-hidden="true">{label}</span>
      <select aria-label={label} value={String(value)} onChange={(event) => choose(event.target.value)}>
        {options.map(([one, text]) => (
          <option key={String(one)} value={String(one)}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
