package dev.countersign.cli;

import dev.countersign.approval.PartVerdict;
import dev.countersign.approval.RuleReference;
import dev.countersign.safety.Effect;
import dev.countersign.safety.Finding;
import dev.countersign.safety.PartAssessment;
import dev.countersign.settings.LocatedJson;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// The JSON form of an answer, one line each.
final class CheckJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private CheckJson() {}

    /// @param id as the asker gave it; null where it gave none
    static String line(Optional<LocatedJson> id, CheckAnswer answer) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            json.writeName("id");
            id(id, json);
            switch (answer) {
                case CheckAnswer.Refused(String reason) ->
                        json.writeStringProperty("refused", reason);
                case CheckAnswer.Judged judged -> judged(judged, json);
            }
            json.writeEndObject();
        }
        return text + "\n";
    }

    private static void id(Optional<LocatedJson> id, JsonGenerator json) {
        if (id.isEmpty()) {
            json.writeNull();
            return;
        }
        switch (id.get()) {
            case LocatedJson.Text text -> json.writeString(text.value());
            case LocatedJson.Figure figure -> json.writeRawValue(figure.literal());
            case LocatedJson.Truth truth -> json.writeBoolean(truth.value());
            case LocatedJson.Nothing _, LocatedJson.Fields _, LocatedJson.Items _ ->
                    json.writeNull();
        }
    }

    private static void judged(CheckAnswer.Judged judged, JsonGenerator json) {
        json.writeStringProperty("level", judged.assessment().level().wireName());
        json.writeBooleanProperty("readOnly", judged.assessment().readOnly());
        json.writeBooleanProperty("known", judged.assessment().known());
        json.writeStringProperty("verdict", judged.verdict().verdict().wireName());
        rule(judged.verdict().rule(), json);
        json.writeArrayPropertyStart("findings");
        judged.assessment().findings().forEach(finding -> finding(finding, json));
        json.writeEndArray();
        json.writeArrayPropertyStart("parts");
        List<PartAssessment> parts = judged.assessment().parts();
        for (int i = 0; i < parts.size(); i++) {
            part(parts.get(i), judged.verdict().parts().get(i), json);
        }
        json.writeEndArray();
        json.writeStringProperty("display", judged.assessment().display());
    }

    private static void rule(Optional<RuleReference> rule, JsonGenerator json) {
        if (rule.isPresent()) {
            json.writeStringProperty("rule", rule.get().id());
        } else {
            json.writeNullProperty("rule");
        }
    }

    private static void finding(Finding finding, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("id", finding.id());
        json.writeStringProperty("level", finding.level().wireName());
        json.writeStringProperty("message", finding.message());
        json.writeNumberProperty("start", finding.start());
        json.writeNumberProperty("end", finding.end());
        if (finding.alternative().isPresent()) {
            json.writeStringProperty("alternative", finding.alternative().get());
        } else {
            json.writeNullProperty("alternative");
        }
        json.writeEndObject();
    }

    private static void part(PartAssessment part, PartVerdict verdict, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("text", part.text());
        json.writeNumberProperty("start", part.start());
        json.writeNumberProperty("end", part.end());
        json.writeStringProperty("verdict", verdict.verdict().wireName());
        rule(verdict.rule(), json);
        json.writeArrayPropertyStart("effects");
        for (Effect effect : part.effects()) {
            json.writeStartObject();
            json.writeStringProperty("kind", effect.kind().wireName());
            json.writeStringProperty("target", effect.target());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
