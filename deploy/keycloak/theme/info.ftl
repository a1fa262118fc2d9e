<#import "template.ftl" as layout>
<@layout.registrationLayout isOurs=true displayMessage=false; section>
<#if section = "header"><#if messageHeader??>${kcSanitize(msg(messageHeader))?no_esc}<#else>${message.summary}</#if><#elseif section = "form">
<#if messageHeader??><p class="lead">${message.summary}</p></#if>
<#if requiredActions?has_content><p class="lead"><#list requiredActions as action>${msg("requiredAction." + action)}<#sep>, </#list></p></#if>
<p class="actions"><#if pageRedirectUri?has_content><a class="primary" href="${pageRedirectUri}">Continue</a><#elseif actionUri?has_content><a class="primary" href="${actionUri}">Continue</a><#else><a class="primary" href="${layout.portal}api/login">Log in</a><a class="secondary" href="${layout.portal}">Go to the portal</a></#if></p>
</#if>
</@layout.registrationLayout>
